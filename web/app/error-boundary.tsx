import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

type Props = { children: ReactNode }
type State = { failed: boolean }

/** Shows an error page instead of a blank one. main.tsx logs the error. */
export class ErrorBoundary extends Component<Props, State> {
  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override state: State = { failed: false }

  override render(): ReactNode {
    return this.state.failed ? <ErrorPage /> : this.props.children
  }
}
