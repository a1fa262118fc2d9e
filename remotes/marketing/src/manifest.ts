import { declareRemote } from '@portal/contracts/declare-remote'

const pages = [
  {
    path: '/features',
    screen: 'features',
    title: 'Features',
    description:
      'Nine features for the life of a policy: library, versions, approvals, differences, answers with sources, and the record of all of it.',
  },
  {
    path: '/security',
    screen: 'security',
    title: 'Security',
    description: 'How documents, questions and accounts are protected, and the state of certifications.',
  },
  {
    path: '/integrations',
    screen: 'integrations',
    title: 'Integrations',
    description: 'Which integrations are live, which are coming soon, and what each does.',
  },
  {
    path: '/contact',
    screen: 'contact',
    title: 'Contact Us',
    description: 'Write to us about the product, security or a trial.',
  },
  {
    path: '/terms',
    screen: 'terms',
    title: 'Terms of Service',
    description: 'The terms on which organizations and their members use the portal.',
  },
  {
    path: '/privacy',
    screen: 'privacy',
    title: 'Privacy Policy',
    description: 'Which personal data the portal handles, why, for how long, and your rights.',
  },
  {
    path: '/about',
    screen: 'about',
    title: 'About Us',
    description: 'What the portal is for, the principles it is built on, and what it leaves to people.',
  },
  {
    path: '/quiz',
    screen: 'quiz',
    title: 'Quality Quiz',
    description: 'Twelve questions about how your policies are kept, and a result that explains itself.',
  },
  {
    path: '/call',
    screen: 'call',
    title: 'Schedule a Call',
    description: 'Propose up to three times for a call, by e-mail and as a calendar entry.',
  },
] as const

/** The manifest of marketing: public pages with their own header and footer. */
export const manifest = declareRemote({
  name: 'marketing',
  navigation: [],
  routes: [
    {
      path: '/',
      screen: 'landing',
      when: ['anonymous'],
      title: 'AI Compliance Portal – Answers from your approved policies',
      description:
        'Upload policies, have the right people approve them, and ask in plain words. Every answer cites the passage it came from.',
      layout: 'bare',
    },
    ...pages.map(({ path, screen, title, description }) => ({
      ...{ path, screen, description, title: `${title} – AI Compliance Portal` },
      when: ['always' as const],
      layout: 'bare' as const,
    })),
  ],
})
