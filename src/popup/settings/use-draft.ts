import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shell } from '#popup/shell.ts';

/** What a typed text is stored as, or what is wrong with it, as a sentence. */
export type Judged = { readonly value: unknown } | { readonly problem: string };

export interface DraftProps {
  /** What is stored, as a field shows it. */
  readonly stored: string;
  readonly judge: (typed: string) => Judged;
  readonly keep: (value: unknown) => unknown;
  readonly after: Shell['after'];
}

/** So long after the last key a good value is kept, ms: a popup may close before its field is left. */
const keepAfterMs = 600;

/**
 * What is being typed into one field. A good value is kept when the field is left, on Enter, and soon after the last
 * key; a bad one is never kept, and is told of when the field is left.
 */
export function useDraft({ stored, judge, keep, after }: DraftProps) {
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState('');
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const tryKeep = (text: string): string => {
    stop.current?.();
    const judged = judge(text);
    if ('problem' in judged) return judged.problem;
    if (text !== stored) keep(judged.value);
    return '';
  };
  const edit = (text: string) => {
    setTyped(text);
    setProblem('');
    stop.current?.();
    stop.current = after(keepAfterMs, () => tryKeep(text));
  };
  const leave = () => {
    if (typed === undefined) return;
    const found = tryKeep(typed);
    setProblem(found);
    if (!found) setTyped(undefined);
  };
  return { shown: typed ?? stored, problem, edit, leave };
}
