import { openLayers, subscribeLayers } from '@portal/ui/closed-by-back'
import type { createBrowserRouter, Location } from 'react-router'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe' | 'navigate'>

/** Kept with an entry of the history that only exists so that Back has something to close. */
interface LayerStep {
  /** How many layers were open, this one's included. */
  readonly layers: number
  /** The key of the entry that it lies upon, and that has its scroll position. */
  readonly of: string
}

function stepAt({ state }: Location): LayerStep | null {
  const isStep = typeof state === 'object' && state !== null && 'layers' in state
  return isStep ? (state as LayerStep) : null
}

/** Whether moving on from here replaces the entry: it is only there for an open layer. */
export function isLayerStep(location: Location): boolean {
  return stepAt(location) !== null
}

/** The key of the page's own entry, for its scroll position. */
export function pageKey(location: Location): string {
  return stepAt(location)?.of ?? location.key
}

/**
 * Back closes the layer that was opened last (decision 79). Each open layer has an entry of the
 * history on top of the page's; closed otherwise, the layer takes its entry along.
 */
export function closeLayersOnBack(router: Router): void {
  let shown = router.state.location
  let isOwnMove = false
  const level = () => {
    const { location, navigation, initialized } = router.state
    if (!initialized || navigation.state !== 'idle' || isOwnMove) return
    const steps = stepAt(location)?.layers ?? 0
    const layers = openLayers().length
    if (steps === layers) return
    isOwnMove = true
    if (steps > layers) return void router.navigate(layers - steps)
    const state: LayerStep = { layers: steps + 1, of: pageKey(location) }
    void router.navigate(location, { state, preventScrollReset: true })
  }
  // Later: what closes a layer may go elsewhere, and what replaces one opens in the same step.
  const levelSoon = () => void setTimeout(level)
  router.subscribe(({ location, historyAction, navigation }) => {
    if (navigation.state !== 'idle') return
    if (location !== shown) {
      shown = location
      if (historyAction === 'POP' && !isOwnMove) closeAbove(stepAt(location)?.layers ?? 0)
      isOwnMove = false
    }
    levelSoon()
  })
  subscribeLayers(levelSoon)
  levelSoon()
}

/** The newest first; each closes what is its own. */
function closeAbove(count: number): void {
  for (const layer of openLayers().slice(count).toReversed()) layer.close()
}
