const invalidMethod = /Invalid HTTP method|is not a valid HTTP (method|token)/

/**
 * Suppresses and logs unhandled rejections and the invalid-HTTP-method error (product §8). Every
 * other error reaches the console and other listeners as usual (decision 42).
 */
export function suppressGlobalErrors(
  target: Pick<Window, 'addEventListener'>,
  log: (...values: unknown[]) => void = console.error,
): void {
  target.addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    log('Unhandled promise rejection', event.reason)
  })
  target.addEventListener('error', (event) => {
    if (!invalidMethod.test(event.message)) return
    event.preventDefault()
    log('Invalid HTTP method', event.error)
  })
}
