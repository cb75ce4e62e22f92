/** The problem with a field. Always rendered: screen readers skip a live region that is inserted together with its text. */
export const Problem = ({ id, problem }: { readonly id: string; readonly problem: string }) => (
  <p id={`${id}-problem`} class="problem" aria-live="polite">
    {problem}
  </p>
);
