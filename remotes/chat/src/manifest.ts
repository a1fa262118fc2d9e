import { declareRemote } from '@portal/contracts/declare-remote'

const assistant = { screen: 'assistant', title: 'AI Assistant', layout: 'sidebar' } as const

/**
 * What chat declares of itself. A team_member's start page is the assistant, which the shell shows them in place of every page of the other
 * members (product §2). No remote has /analytics yet, so it is named here until one does.
 */
export const manifest = declareRemote({
  name: 'chat',
  navigation: [
    {
      label: 'Chat',
      sidebarLabel: 'AI Assistant',
      to: '/chat',
      icon: 'message-square',
      order: 30,
      permission: 'chat:ask',
      topBar: ['member', 'team-member'],
      sidebar: ['member', 'team-member'],
    },
  ],
  routes: [
    { path: '/chat', when: ['member', 'team-member'], ...assistant },
    { path: '/', when: ['team-member'], ...assistant },
    { path: '/analytics', when: ['team-member'], ...assistant },
    { path: '/chat', screen: 'visitor', when: ['anonymous'], title: 'AI Assistant', layout: 'bare' },
  ],
})
