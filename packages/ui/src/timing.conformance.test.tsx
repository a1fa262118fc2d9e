// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dismissToast, readToasts, toast, toastRules } from './toast.ts'
import { Toaster } from './toaster.tsx'
import { Tooltip, TooltipProvider, tooltipTiming } from './tooltip.tsx'

/** Product §9, the row on toasts and tooltips. */
const specified = [
  { constant: 'toasts shown at a time', found: toastRules.limit, value: 1 },
  {
    constant: 'a dismissed toast is removed after (ms)',
    found: toastRules.removeAfterDismissMs,
    value: 1_000_000,
  },
  { constant: 'default display (ms)', found: toastRules.displayMs, value: 5000 },
  { constant: 'swipe direction', found: toastRules.swipeDirection, value: 'right' },
  { constant: 'swipe threshold (px)', found: toastRules.swipeThresholdPx, value: 50 },
  { constant: 'hotkey', found: toastRules.hotkey, value: 'F8' },
  { constant: 'viewport max width (px)', found: toastRules.viewportMaxWidthPx, value: 420 },
  { constant: 'tooltip delay (ms)', found: tooltipTiming.delayDuration, value: 700 },
  { constant: 'tooltip skip delay (ms)', found: tooltipTiming.skipDelayDuration, value: 300 },
] as const

describe('product §9: toasts and tooltips', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    for (const { id } of readToasts().toasts) dismissToast(id)
    vi.runAllTimers()
  })

  it.each(specified)('$constant is $value', ({ found, value }) => {
    expect(found).toBe(value)
  })

  it('shows the latest of several toasts and no other', () => {
    render(<Toaster />)
    raise('First')
    raise('Second')
    expect(screen.queryByText('First')).toBeNull()
    expect(screen.getByText('Second')).toBeTruthy()
  })

  it('hides a toast after 5000 ms and not before', () => {
    render(<Toaster />)
    raise('Saved')
    pass(4999)
    expect(screen.getByText('Saved')).toBeTruthy()
    pass(1)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('keeps a dismissed toast in the list for 1,000,000 ms', () => {
    raise('Saved')
    dismissToast(readToasts().toasts[0]?.id ?? 0)
    pass(999_999)
    expect(readToasts().toasts).toMatchObject([{ title: 'Saved', isOpen: false }])
    pass(1)
    expect(readToasts().toasts).toEqual([])
  })

  it.each([
    { by: 51, side: 'right', isShown: false },
    { by: 49, side: 'right', isShown: true },
    { by: -200, side: 'left', isShown: true },
  ])('a toast swiped by $by px to the $side is shown: $isShown', ({ by, isShown }) => {
    render(<Toaster />)
    raise('Saved')
    swipe(screen.getByText('Saved'), by)
    expect(screen.queryByText('Saved') !== null).toBe(isShown)
  })

  it('moves focus to the notifications region on F8', () => {
    render(<Toaster />)
    raise('Saved')
    fireEvent.keyDown(document.body, { key: 'F8', code: 'F8' })
    const region = screen.getByRole('region', { name: 'Notifications (F8)' })
    expect(region.contains(document.activeElement)).toBe(true)
  })

  it('draws the notifications region at most 420 px wide', () => {
    render(<Toaster />)
    expect(screen.getByRole('list').style.maxWidth).toBe('420px')
  })

  it('opens the first tooltip after 700 ms of hovering', () => {
    render(<TwoTooltips />)
    hover('First')
    pass(699)
    expect(screen.queryByRole('tooltip')).toBeNull()
    pass(1)
    expect(screen.getByRole('tooltip').textContent).toContain('First help')
  })

  it.each([
    { pause: 299, isOpen: true },
    { pause: 300, isOpen: false },
  ])('opens another at once within 300 ms of the last: $pause ms, $isOpen', ({ pause, isOpen }) => {
    render(<TwoTooltips />)
    hover('First')
    pass(700)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    pass(pause)
    hover('Second')
    expect(screen.queryByRole('tooltip') !== null).toBe(isOpen)
  })
})

function TwoTooltips() {
  return (
    <TooltipProvider>
      {['First', 'Second'].map((name) => (
        <Tooltip key={name} text={`${name} help`}>
          <button type="button">{name}</button>
        </Tooltip>
      ))}
    </TooltipProvider>
  )
}

function raise(title: string): void {
  act(() => {
    toast({ title })
  })
}

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

function swipe(element: Element, by: number): void {
  const touch = { pointerId: 1, pointerType: 'touch', button: 0, clientY: 100 }
  fireEvent.pointerDown(element, { ...touch, clientX: 300 })
  for (const part of [0.3, 0.6, 1]) fireEvent.pointerMove(element, { ...touch, clientX: 300 + by * part })
  fireEvent.pointerUp(element, { ...touch, clientX: 300 + by })
}

function hover(name: string): void {
  fireEvent.pointerMove(screen.getByRole('button', { name }), { pointerType: 'mouse' })
}
