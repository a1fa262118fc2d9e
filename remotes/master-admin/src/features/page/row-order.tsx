import { useSearchParams } from '@portal/remote-kit/navigation'
import { Select } from '@portal/ui/select'

/** An order of a list; without `compare`, that in which it comes. */
export interface RowOrder<Row> {
  readonly value: string
  readonly label: string
  readonly compare?: (a: Row, b: Row) => number
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Compares rows by a text, those without one last. */
export function byText<Row>(textOf: (row: Row) => string | null) {
  return (a: Row, b: Row) => {
    const [one, other] = [textOf(a), textOf(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return names.compare(one, other)
  }
}

/** Compares rows by a number, the highest first. */
export function byMost<Row>(numberOf: (row: Row) => number) {
  return (a: Row, b: Row) => numberOf(b) - numberOf(a)
}

/** The rows in the order that the address names, the first one by default, and its field. */
export function useRowOrder<Row>(rows: readonly Row[], orders: readonly RowOrder<Row>[]) {
  const [params, setParams] = useSearchParams()
  const order = orders.find(({ value }) => value === params.get('order')) ?? orders[0]
  const choose = (value: string) => {
    const next = new URLSearchParams(params)
    if (value === orders[0]?.value) next.delete('order')
    else next.set('order', value)
    setParams(next, { replace: true })
  }
  return {
    rows: order?.compare ? rows.toSorted(order.compare) : rows,
    field: {
      ...{ value: order?.value ?? '', choose },
      options: orders.map(({ value, label }) => ({ value, label })),
    },
  }
}

interface RowOrderFieldProps {
  readonly field: ReturnType<typeof useRowOrder>['field']
}

/** In which order a list is shown. */
export function RowOrderField({ field: { value, options, choose } }: RowOrderFieldProps) {
  return (
    <Select
      hideLabel
      label="Order"
      value={value}
      options={options}
      onChange={(event) => choose(event.target.value)}
      className="w-full sm:w-40"
    />
  )
}
