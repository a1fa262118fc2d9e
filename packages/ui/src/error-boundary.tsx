import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** A change of this value leaves the error state: the address, usually. */
  readonly resetKey?: string
  readonly onError?: (error: unknown) => void
  /** When somebody presses Try again. */
  readonly onReset?: () => void
}

/** Shows the error screen when a descendant throws while rendering; Try again renders it again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error)
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (this.state.hasFailed && previous.resetKey !== this.props.resetKey) this.reset()
  }

  private readonly reset = (): void => this.setState({ hasFailed: false })

  private readonly tryAgain = (): void => {
    this.props.onReset?.()
    this.reset()
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <ErrorScreen onReset={this.tryAgain} /> : this.props.children
  }
}
