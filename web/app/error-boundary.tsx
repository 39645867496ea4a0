import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

type Props = { children: ReactNode }
type State = { failed: boolean }

/** The last line: shows a calm page instead of a blank one. main.tsx logs what was caught. */
export class ErrorBoundary extends Component<Props, State> {
  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override state: State = { failed: false }

  override render(): ReactNode {
    return this.state.failed ? <ErrorPage /> : this.props.children
  }
}
