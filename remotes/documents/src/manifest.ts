import { declareRemote } from '@portal/contracts/declare-remote'

/**
 * The manifest of documents. A member's `/` is the library until the dashboard exists (decision
 * 63).
 */
export const manifest = declareRemote({
  name: 'documents',
  navigation: [
    {
      label: 'Documents',
      to: '/documents',
      icon: 'files',
      order: 20,
      permission: 'document:read',
      topBar: ['member'],
      sidebar: ['member', 'team-member'],
    },
  ],
  routes: [
    { path: '/', screen: 'library', when: ['member'], title: 'Document Library', layout: 'topbar' },
    {
      path: '/documents',
      screen: 'library',
      when: ['member', 'team-member'],
      title: 'Document Library',
      layout: 'topbar',
    },
    { path: '/documents', screen: 'visitor', when: ['anonymous'], title: 'Document Library', layout: 'bare' },
  ],
})
