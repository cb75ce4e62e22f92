/** A sentence whose parts between backticks are set as code. */
export const Words = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part))}</>
);
