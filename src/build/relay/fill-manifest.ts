/**
 * Fills the `{name}` places of a template.
 * @throws Error for a place without a value
 */
export const fillManifest = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (!value) throw new Error(`the manifest needs ${name}`);
    return value;
  });
