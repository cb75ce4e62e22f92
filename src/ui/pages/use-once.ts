import { useRef } from 'preact/hooks';

/** Runs what a button starts. What is pressed while it runs starts nothing: one click is one change. */
export function useOnce(): (work: () => Promise<unknown>) => void {
  const isBusy = useRef(false);
  return (work) => {
    if (isBusy.current) return;
    isBusy.current = true;
    void work().finally(() => {
      isBusy.current = false;
    });
  };
}
