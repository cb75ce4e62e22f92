import { useEffect } from 'preact/hooks';

/** Calls a function after the page has other colours: what is drawn on a canvas does not follow them. */
export function useColourChange(theme: string, onChange: () => void): void {
  useEffect(() => {
    const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
    // After the page has its new colours.
    const redraw = () => void requestAnimationFrame(onChange);
    redraw();
    dark?.addEventListener('change', redraw);
    return () => dark?.removeEventListener('change', redraw);
  }, [theme]);
}
