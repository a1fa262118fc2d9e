import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Drawn instead of the error screen. */
  readonly fallback?: (error: unknown, reset: () => void) => ReactNode
  /** A change of this value leaves the error state: the address, usually. */
  readonly resetKey?: string
  readonly onError?: (error: unknown, info: ErrorInfo) => void
}

type Caught = { readonly error: unknown } | null

/** Shows the error screen when a descendant throws while rendering; Try again renders it again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { caught: Caught }> {
  override state: { caught: Caught } = { caught: null }

  static getDerivedStateFromError(error: unknown): { caught: Caught } {
    return { caught: { error } }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info)
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (this.state.caught !== null && previous.resetKey !== this.props.resetKey) this.reset()
  }

  private readonly reset = (): void => this.setState({ caught: null })

  override render(): ReactNode {
    const { caught } = this.state
    if (caught === null) return this.props.children
    return this.props.fallback?.(caught.error, this.reset) ?? <ErrorScreen onReset={this.reset} />
  }
}
