import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'square' | 'asChild' | 'aria-label'> {
  /** What the button does: its accessible name and its tooltip. */
  readonly label: string
  /** A lucide icon. */
  readonly icon: ReactNode
}

/** A square button with an icon. Not for an act that destroys: that needs words. */
export function IconButton({ label, icon, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button {...rest} variant={variant} square aria-label={label}>
        {rest.busy === true ? null : icon}
      </Button>
    </Tooltip>
  )
}
