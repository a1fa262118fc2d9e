interface FiguresTableProps {
  /** Names the table for assistive technology. */
  readonly label: string
  /** The first heads what the others are figures of. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The table behind a chart: a head for each row, then figures. Heads break at spaces alone. */
export function FiguresTable({ label, columns, rows }: FiguresTableProps) {
  return (
    <table className="w-full text-13 max-sm:text-12">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-subtle border-b text-12 text-tertiary">
          {columns.map((column, at) => (
            <th
              key={column}
              scope="col"
              className={`px-1 py-2 font-medium first:pl-3 last:pr-3 sm:px-2 sm:last:pr-4 sm:first:pl-4 ${at === 0 ? 'text-start' : 'text-end'}`}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...figures]) => (
          <tr key={head} className="border-subtle border-t first:border-t-0 hover:bg-hover">
            <th scope="row" className="py-1.5 pr-1 pl-3 text-start sm:pl-4 font-regular">
              {head}
            </th>
            {figures.map((figure, at) => (
              <td
                key={columns[at + 1]}
                className="wrap-anywhere px-1 py-1.5 text-end tabular-nums last:pr-3 sm:px-2 sm:last:pr-4"
              >
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
