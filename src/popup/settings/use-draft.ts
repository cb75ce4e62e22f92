import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shell } from '#popup/deps.ts';

export type ParsedDraft = { readonly value: unknown } | { readonly problem: string };

export interface FieldDraftProps {
  readonly stored: string;
  readonly parse: (typed: string) => ParsedDraft;
  readonly save: (value: unknown) => unknown;
  readonly after: Shell['after'];
}

/** Delay after the last key until a valid value is saved, ms: a popup may close before its field loses the focus. */
const saveAfterMs = 600;

/** A valid value is saved on Enter, on leaving the field, and soon after the last key. A problem shows on leaving. */
export function useDraft({ stored, parse, save, after }: FieldDraftProps) {
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState('');
  const stopTimer = useRef<() => void>(undefined);
  useEffect(() => () => stopTimer.current?.(), []);
  /** Returns the problem; empty when the text is valid. */
  const trySave = (text: string): string => {
    stopTimer.current?.();
    const parsed = parse(text);
    if ('problem' in parsed) return parsed.problem;
    if (text !== stored) save(parsed.value);
    return '';
  };
  const edit = (text: string) => {
    setTyped(text);
    setProblem('');
    stopTimer.current?.();
    stopTimer.current = after(saveAfterMs, () => trySave(text));
  };
  const commit = () => {
    if (typed === undefined) return;
    const found = trySave(typed);
    setProblem(found);
    if (!found) setTyped(undefined);
  };
  return { shown: typed ?? stored, problem, edit, commit };
}
