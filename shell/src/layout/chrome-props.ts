import type { RemoteEntry } from '@portal/contracts/remotes'
import type { Session } from '@portal/contracts/session'
import type { ReactNode } from 'react'

export interface ChromeProps {
  readonly session: Session
  readonly remotes: readonly RemoteEntry[]
  readonly path: string
  /** Whether the screen demands the sidebar (the assistant); otherwise the person may choose. */
  readonly isFixed: boolean
  readonly title: string
  readonly onLogout: () => void
  readonly children?: ReactNode
}

/** The props of both layouts. */
export interface LayoutProps extends ChromeProps {
  readonly layout: 'topbar' | 'sidebar'
  readonly onToggleLayout: () => void
  readonly onOpenPalette: () => void
}
