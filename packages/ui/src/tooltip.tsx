import { Tooltip as Radix } from 'radix-ui'
import { createContext, type ReactNode, useContext } from 'react'
import { AppScope } from './app-scope.tsx'

/** Product §9, in milliseconds: delay of the first tooltip; grace in which the next is instant. */
export const tooltipTiming = { delayDuration: 700, skipDelayDuration: 300 } as const

const WithinProvider = createContext(false)

/** Shares the tooltip delays of a screen, so that a second tooltip opens at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <WithinProvider value={true}>
      <Radix.Provider {...tooltipTiming}>{children}</Radix.Provider>
    </WithinProvider>
  )
}

export interface TooltipProps {
  readonly text: string
  /** One focusable element that takes a ref. */
  readonly children: ReactNode
}

/** Touch has no hover: focus that comes back from a dialog would leave a tooltip standing there. */
const isTouched = () => matchMedia('(hover: none)').matches

/** Explains the control it wraps, on hover and focus. Never the only source of a name. */
export function Tooltip({ text, children }: TooltipProps) {
  const isWithinProvider = useContext(WithinProvider)
  const tooltip = (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={(event) => isTouched() && event.preventDefault()}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <AppScope>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-(--z-tooltip) max-w-80 animate-appear rounded-control bg-inverse px-2 py-1 font-medium text-12 text-inverse"
          >
            {text}
          </Radix.Content>
        </AppScope>
      </Radix.Portal>
    </Radix.Root>
  )
  return isWithinProvider ? tooltip : <TooltipProvider>{tooltip}</TooltipProvider>
}
