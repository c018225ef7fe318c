import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorState } from './failed.tsx'

/**
 * Limits an error of one part to that part, with a button to try again. `resetKey` clears it, for example the address.
 */
export class ErrorBoundary extends Component<
  { resetKey?: string; children: ReactNode; onError?: (error: Error, info: ErrorInfo) => void },
  { error: Error | null }
> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidUpdate(previous: { resetKey?: string }) {
    if (this.state.error && previous.resetKey !== this.props.resetKey) this.setState({ error: null })
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onError?.(error, info)
  }

  override render() {
    return this.state.error ? (
      <ErrorState error={this.state.error} retry={() => this.setState({ error: null })} />
    ) : (
      this.props.children
    )
  }
}
