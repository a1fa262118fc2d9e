import type { RemoteEntry } from '@portal/contracts/remotes'
import type { Session } from '@portal/contracts/session'
import type { ReactNode } from 'react'

/** What the layout around a screen is drawn from. */
export interface ChromeProps {
  readonly session: Session
  readonly remotes: readonly RemoteEntry[]
  readonly path: string
  /** `sidebar` where the screen asks for it (the assistant); a person may choose it for the others. */
  readonly layout: 'topbar' | 'sidebar'
  /** Title of the shown screen. */
  readonly title: string
  readonly onLogout: () => void
  readonly children: ReactNode
}

/** What both layouts are drawn from. `isFixed` means that the screen chose the layout, not the person. */
export interface LayoutProps extends ChromeProps {
  readonly isFixed: boolean
  readonly onToggleLayout?: () => void
  readonly onOpenPalette: () => void
}
