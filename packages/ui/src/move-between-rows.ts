import type { KeyboardEvent } from 'react'

const control = 'button:not(:disabled), a[href], select:not(:disabled)'
const steps: Readonly<Record<string, 'previousElementSibling' | 'nextElementSibling'>> = {
  ArrowUp: 'previousElementSibling',
  ArrowDown: 'nextElementSibling',
}

/**
 * A key handler for the element around rows (`<tbody>`, `<ul>`): arrow up and down move between
 * controls in the same column. Fields keep their own arrow keys.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const { target, currentTarget } = event
  if (!step || event.defaultPrevented || !(target instanceof HTMLElement)) return
  if (!currentTarget.contains(target) || target.matches('select, input, textarea')) return
  const row = [...currentTarget.children].find((each) => each.contains(target))
  const column = [...(row?.children ?? [])].findIndex((cell) => cell.contains(target))
  for (let next = row?.[step]; next; next = next[step]) {
    const found = controlIn(next.children[column])
    if (!found) continue
    event.preventDefault()
    found.focus()
    return
  }
}

function controlIn(cell: Element | undefined): HTMLElement | null {
  if (!cell) return null
  return cell.matches(control) && cell instanceof HTMLElement
    ? cell
    : cell.querySelector<HTMLElement>(control)
}
