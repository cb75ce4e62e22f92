/** Renders a text whose parts between backticks are code. */
export const TextWithCode = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part))}</>
);
