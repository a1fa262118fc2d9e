import { type Conversation, conversationsApi } from '@portal/contracts/conversations'
import { type Document, documentsApi } from '@portal/contracts/documents'
import { type Member, membersApi } from '@portal/contracts/members'
import { notificationsApi } from '@portal/contracts/notifications'
import type { OfferedAct } from '@portal/contracts/remotes'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useCan } from '@portal/remote-kit/session'
import { chooseTheme } from '@portal/ui/theme'
import { useQuery } from '@tanstack/react-query'
import { namedPages, offeredActs } from '../navigation/navigation-items.ts'
import type { PaletteAct, PaletteSources } from './palette-entries.ts'
import type { PanelProps } from './panel-props.ts'
import { useFoundTexts } from './use-found-texts.ts'

/** Everything that the person may see, do or ask. */
export function usePaletteSources(panel: PanelProps, text: string): PaletteSources {
  // Typed by contract: these lists are the cached ones of the screens.
  const documents = useQuery<readonly Document[]>({
    queryKey: [documentsApi.listDocuments.path],
    enabled: useCan(documentsApi.listDocuments),
  })
  const people = useQuery<readonly Member[]>({
    queryKey: [membersApi.listMembers.path],
    enabled: useCan(membersApi.listMembers),
  })
  const conversations = useQuery<readonly Conversation[]>({
    queryKey: [conversationsApi.listConversations.path],
    enabled: useCan(conversationsApi.listConversations),
  })
  return {
    pages: namedPages(panel, panel.layout),
    documents: documents.data ?? [],
    people: people.data ?? [],
    conversations: conversations.data ?? [],
    acts: [...offeredActs(panel).map(actAt), ...useShellActs(panel)],
    ...useFoundTexts(text),
    mayAsk: useCan('chat:ask'),
  }
}

function actAt({ label, words, to }: OfferedAct): PaletteAct {
  return { label, words, to }
}

/** What the shell itself does, from anywhere. */
function useShellActs({ layout, isFixed, onToggleLayout, onOpenHelp, onLogout }: PanelProps): PaletteAct[] {
  const reading = useReportedMutation(notificationsApi.markNotificationsRead, {
    refreshes: [notificationsApi.listNotifications.path],
    success: 'Notifications marked as read',
    failure: 'Failed to mark the notifications as read',
  })
  const otherLayout = layout === 'sidebar' ? 'Top bar layout' : 'Sidebar layout'
  const acts: readonly (PaletteAct | false)[] = [
    useCan(notificationsApi.markNotificationsRead) && {
      label: 'Mark all notifications as read',
      words: 'bell',
      perform: () => reading.mutate({ body: { all: true } }),
    },
    { label: 'Theme: light', words: 'look appearance', perform: () => chooseTheme('light') },
    { label: 'Theme: dark', words: 'look appearance night', perform: () => chooseTheme('dark') },
    {
      label: 'Theme: as the device',
      words: 'look appearance automatic',
      perform: () => chooseTheme('system'),
    },
    !isFixed && { label: otherLayout, words: 'navigation menu', perform: onToggleLayout },
    { label: 'Keyboard shortcuts', words: 'help keys', perform: onOpenHelp },
    { label: 'Log out', words: 'sign out leave', perform: onLogout },
  ]
  return acts.filter((act) => act !== false)
}
