// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HoverCard } from './hover-card.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Choosing the trigger moves the focus to what it opens, as the evidence of a citation does. */
function Previewed() {
  const [isChosen, setChosen] = useState(false)
  return (
    <>
      <HoverCard
        trigger={
          <button type="button" onClick={() => setChosen(true)}>
            1
          </button>
        }
      >
        preview
      </HoverCard>
      {isChosen && (
        <p ref={(opened) => opened?.focus()} tabIndex={-1}>
          all of it
        </p>
      )}
    </>
  )
}

function show(): HTMLElement {
  render(<Previewed />)
  return screen.getByRole('button', { name: '1' })
}

const wait = () => act(() => vi.advanceTimersByTime(1000))
const preview = () => screen.queryByText('preview')

/** As a mouse does it, without waiting in between. */
function press(trigger: HTMLElement): void {
  fireEvent.pointerEnter(trigger, { pointerType: 'mouse' })
  fireEvent.pointerDown(trigger, { pointerType: 'mouse' })
  act(() => trigger.focus())
  fireEvent.pointerUp(trigger, { pointerType: 'mouse' })
  fireEvent.click(trigger)
}

describe('a preview', () => {
  it('comes with the pointer and with the focus, and goes with them', () => {
    const trigger = show()
    fireEvent.pointerEnter(trigger, { pointerType: 'mouse' })
    wait()
    expect(preview()).not.toBeNull()
    fireEvent.pointerLeave(trigger, { pointerType: 'mouse' })
    wait()
    expect(preview()).toBeNull()
    act(() => trigger.focus())
    wait()
    expect(preview()).not.toBeNull()
    act(() => trigger.blur())
    wait()
    expect(preview()).toBeNull()
  })

  it('does not come over what was chosen before it could appear', () => {
    press(show())
    screen.getByText('all of it')
    wait()
    expect(preview()).toBeNull()
  })

  it('does not come over a sheet that takes the pointer from its trigger', () => {
    const trigger = show()
    press(trigger)
    fireEvent.pointerLeave(trigger, { pointerType: 'mouse' })
    wait()
    expect(preview()).toBeNull()
  })

  it('comes again once the pointer has left, and once a key that chose it is over', () => {
    const trigger = show()
    press(trigger)
    fireEvent.pointerLeave(trigger, { pointerType: 'mouse' })
    fireEvent.pointerEnter(trigger, { pointerType: 'mouse' })
    wait()
    expect(preview()).not.toBeNull()
    cleanup()
    const other = show()
    act(() => other.focus())
    fireEvent.click(other)
    wait()
    expect(preview()).toBeNull()
    act(() => other.focus())
    wait()
    expect(preview()).not.toBeNull()
  })
})
