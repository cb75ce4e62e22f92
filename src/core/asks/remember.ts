/** Remembers the last few answers, by a key. @param most how many */
export function remember<T>(most: number) {
  const known = new Map<string, T>();
  return (key: string, make: () => T): T => {
    const value = known.get(key) ?? make();
    known.delete(key);
    known.set(key, value);
    for (const [oldest] of known) if (known.size > most) known.delete(oldest);
    return value;
  };
}

/** The same for each object that is asked about, while it is in use. @param make its second argument is plain data */
export function rememberOf<O extends object, A, T>(most: number, make: (of: O, by: A) => T): (of: O, by: A) => T {
  const answers = new WeakMap<O, ReturnType<typeof remember<T>>>();
  return (of, by) => {
    const known = answers.get(of) ?? remember<T>(most);
    answers.set(of, known);
    return known(JSON.stringify(by), () => make(of, by));
  };
}
