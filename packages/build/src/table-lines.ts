/** Rows of cells as aligned lines, numbers to the right. The first row is the heading. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]?.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, index) => align(cell, columns[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function align(cell: string, width: number): string {
  return /^[\d–]+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width)
}
