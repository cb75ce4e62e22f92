/** A cell of the grid: indexes among the selected rows and the shown columns. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows of a page. */
  readonly page: number;
}

type Step = (cell: GridCell, size: GridSize, whole: boolean) => GridCell;

/** The keys of a grid (ARIA Authoring Practices, "Grid"); with Ctrl, Home and End go to the first and last row. */
const steps: Readonly<Record<string, Step>> = {
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  Home: ({ row }, _, whole) => ({ row: whole ? 0 : row, column: 0 }),
  End: ({ row }, { rows, columns }, whole) => ({ row: whole ? rows - 1 : row, column: columns - 1 }),
};

/** The active cell after a key; `undefined` for a key that moves nothing. */
export function moveCell(
  cell: GridCell,
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  size: GridSize,
): GridCell | undefined {
  const next = Object.hasOwn(steps, key) ? steps[key]?.(cell, size, ctrlKey) : undefined;
  if (!next || size.rows === 0) return undefined;
  const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1);
  return { row: within(next.row, size.rows), column: within(next.column, size.columns) };
}
