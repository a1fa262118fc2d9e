import { chatApi } from '@portal/contracts/chat'
import { useCan } from '@portal/remote-kit/session'

/** What the palette is called: asking is offered to those alone who may ask. */
export function usePaletteTitle(): string {
  return useCan(chatApi.ask) ? 'Search or ask' : 'Search'
}
