import type { RemoteEntry } from '@portal/contracts/remotes'
import type { Session } from '@portal/contracts/session'
import type { ReactNode } from 'react'

export interface ChromeProps {
  readonly session: Session
  readonly remotes: readonly RemoteEntry[]
  readonly path: string
  /** `sidebar` where the screen demands it (the assistant); otherwise the person may choose. */
  readonly layout: 'topbar' | 'sidebar'
  readonly title: string
  readonly onLogout: () => void
  readonly children: ReactNode
}

/** The props of both layouts. `isFixed`: the screen chose the layout, not the person. */
export interface LayoutProps extends ChromeProps {
  readonly isFixed: boolean
  readonly onToggleLayout?: () => void
  readonly onOpenPalette: () => void
}
