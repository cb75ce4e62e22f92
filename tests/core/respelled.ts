/** Spellings of a name in which real items differ, or sites show them: spaces, brackets, capitals, apostrophes, NFC. */
export const respellings: readonly ((name: string) => string)[] = [
  (name) => name.replace(' (', '('),
  (name) => name.replace(/(?<=[^ ])\(/, ' ('),
  (name) => name.replace(' |', '  |'),
  (name) => name.replaceAll(/ {2,}/g, ' '),
  (name) => name.replace(' ', '\u00a0'),
  (name) => ` ${name} `,
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
  (name) => name.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase()),
  (name) => name.replaceAll("'", '’'),
  (name) => name.normalize('NFD'),
];
