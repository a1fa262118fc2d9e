import type { LayoutProps } from '../layout/chrome-props.ts'

/** What opens over the page knows what the layout knows. */
export interface PanelProps extends LayoutProps {
  readonly onClose: () => void
}
