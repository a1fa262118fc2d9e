import type { Integration } from '@portal/contracts/marketing'

/** Product §9: four that are live. */
const live: readonly Omit<Integration, 'status'>[] = [
  {
    name: 'AI language model provider',
    category: 'Artificial intelligence',
    icon: 'cpu',
    description: 'Puts the passages found in your documents into an answer. You choose the provider.',
    features: ['Answers from supplied passages only', 'Numbered citations', 'Can be switched off'],
  },
  {
    name: 'PostgreSQL',
    category: 'Database',
    icon: 'database',
    description: 'Keeps documents, versions, approvals and members.',
    features: ['Rows separated by organization', 'Change and record saved together', 'Every version kept'],
  },
  {
    name: 'Backend-as-a-service',
    category: 'Platform',
    icon: 'cloud',
    description: 'Provides login, sessions and file storage.',
    features: ['OpenID Connect', 'Sessions that can be ended', 'File storage of your choice'],
  },
  {
    name: 'Web framework',
    category: 'Application',
    icon: 'layers',
    description: 'Delivers the portal to any current browser, on a desk or a phone.',
    features: ['Loads one part at a time', 'Works by keyboard', 'Light and dark'],
  },
]

/** Product §9: eight to come, with what is planned. */
const comingSoon: readonly Omit<Integration, 'status'>[] = [
  {
    name: 'Teams',
    category: 'Communication',
    icon: 'users',
    description: 'Ask the assistant from a Teams chat.',
    features: ['Questions with citations', 'Approval reminders'],
  },
  {
    name: 'Slack',
    category: 'Communication',
    icon: 'hash',
    description: 'Ask from any channel or message.',
    features: ['Questions with citations', 'Approval reminders'],
  },
  {
    name: 'Office 365',
    category: 'Documents',
    icon: 'file',
    description: 'Bring in Word documents from where they are written.',
    features: ['Import from OneDrive', 'New version on change'],
  },
  {
    name: 'Google Workspace',
    category: 'Documents',
    icon: 'folder',
    description: 'Import from shared drives.',
    features: ['Import from Drive', 'New version on change'],
  },
  {
    name: 'Outlook Calendar',
    category: 'Calendar',
    icon: 'calendar',
    description: 'Put review dates where people plan.',
    features: ['Next review dates', 'Approval due dates'],
  },
  {
    name: 'Zapier',
    category: 'Automation',
    icon: 'zap',
    description: 'Start a workflow when a policy changes.',
    features: ['On version approved', 'On unanswered question'],
  },
  {
    name: 'Salesforce',
    category: 'Customer relations',
    icon: 'bar-chart',
    description: 'Answer policy questions beside a customer record.',
    features: ['Questions with citations', 'Single sign-on'],
  },
  {
    name: 'DocuSign',
    category: 'Signatures',
    icon: 'pen',
    description: 'Have an approved version signed.',
    features: ['Send for signature', 'Signed copy on record'],
  },
]

/** The cards of the integrations page until others are configured. */
export const defaultIntegrations: Integration[] = [
  ...live.map((card): Integration => ({ ...card, status: 'live' })),
  ...comingSoon.map((card): Integration => ({ ...card, status: 'coming-soon' })),
]
