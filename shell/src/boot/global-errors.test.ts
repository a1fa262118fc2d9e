// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { suppressGlobalErrors } from './global-errors.ts'

function listeningWindow() {
  const target = new EventTarget()
  const logged: unknown[][] = []
  // An EventTarget listens as a window does; its types do not know the window's events.
  suppressGlobalErrors(target as Window, (...values) => logged.push(values))
  return { target, logged }
}

function rejection(reason: unknown): Event {
  return Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason })
}

describe('product §8: global suppression', () => {
  it('covers unhandled promise rejections, which are only logged', () => {
    const { target, logged } = listeningWindow()
    const event = rejection(new Error('lost'))
    target.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    expect(logged).toEqual([['Unhandled promise rejection', new Error('lost')]])
  })

  it.each([
    'Uncaught Error: Invalid HTTP method: FOO',
    "Uncaught TypeError: Failed to execute 'fetch' on 'Window': 'FOO BAR' is not a valid HTTP method.",
    'Method is not a valid HTTP token',
  ])('covers the invalid-HTTP-method error: %s', (message) => {
    const { target, logged } = listeningWindow()
    const event = new ErrorEvent('error', { message, cancelable: true })
    target.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    expect(logged).toHaveLength(1)
  })

  it('covers nothing else', () => {
    const { target, logged } = listeningWindow()
    const event = new ErrorEvent('error', { message: 'x is not a function', cancelable: true })
    target.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
    expect(logged).toEqual([])
  })
})
