/** Downloads a text. A download after a click needs no permission. */
export function saveFile(name: string, text: string): void {
  const type = name.endsWith('.csv') ? 'text/csv' : 'application/json';
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The download has started by then. The text would stay in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
