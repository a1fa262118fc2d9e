import type { SiteClaims } from '@portal/contracts/marketing'
import { Link } from '@portal/remote-kit/link'
import type { LegalSection } from './legal-page.tsx'

/** What the page says first; the period of deletion is the operator's claim. */
export function privacyInShort({ deletionPeriod }: SiteClaims): string[] {
  return [
    'We handle what is needed to run the portal. We do not sell personal data and show no advertising.',
    'Your conversations are visible to you alone, not to admins or operators, unless you send a question to a document’s owner.',
    'What several people ask is shown without names.',
    ...(deletionPeriod === ''
      ? []
      : [`On request, account data is deleted within ${deletionPeriod} of account closure.`]),
  ]
}

const handled = [
  [
    'Account',
    'Name, e-mail address, role and departments: to log you in and to show who did what. Passwords are stored only as a hash.',
  ],
  ['Documents', 'Files and their text, versions and comments: to store, search, compare and quote them.'],
  ['Conversations', 'Your questions, the answers and your ratings: to show them to you and to find gaps.'],
  ['Audit trail', 'Who did what and when: so that an organization can prove how a policy came into force.'],
  [
    'Technical data',
    'Network address, browser and time of logins and requests: to keep sessions safe and limit abuse.',
  ],
] as const

/** The sections of the Privacy Policy. */
export function privacySections(claims: SiteClaims): LegalSection[] {
  return [
    {
      id: 'responsible',
      title: 'Who is responsible',
      body: (
        <p>
          For documents, questions and members of an organization, that organization decides how personal data
          is used, and we act on its instructions. For requests of our public pages and for your messages to
          us, we decide.
        </p>
      ),
    },
    {
      id: 'handled',
      title: 'What we handle',
      body: (
        <dl className="divide-y divide-default border-default border-y">
          {handled.map(([data, purpose]) => (
            <div key={data} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[140px_1fr]">
              <dt className="font-medium text-primary">{data}</dt>
              <dd>{purpose}</dd>
            </div>
          ))}
        </dl>
      ),
    },
    {
      id: 'contact-form',
      title: 'The contact form',
      body: (
        <p>
          The form on our contact page sends nothing to our servers. It opens your own mail program with a
          prepared message. We receive it only when you send it. The same is true of the page on which you
          propose times for a call; the readiness quiz is evaluated in your browser.
        </p>
      ),
    },
    {
      id: 'assistant',
      title: 'How the assistant uses data',
      body: (
        <>
          <p>
            To answer a question, the portal searches the documents that you may read. Where your organization
            uses a language model, the model receives your question and the passages found for it. It receives
            no other documents, and it cannot open links or call other systems.
          </p>
          <p>We do not use your documents or conversations to train models.</p>
        </>
      ),
    },
    {
      id: 'visible',
      title: 'Who can see what',
      body: (
        <p>
          Members see the documents that are open to the whole organization or to their departments. Admins
          and facilitators manage members and documents, but cannot read other people’s conversations.
          Operators of the platform manage organizations and accounts, and have no access to documents,
          conversations or answers.
        </p>
      ),
    },
    {
      id: 'providers',
      title: 'Service providers',
      body: (
        <p>
          We use providers for hosting, storage, e-mail and, where your organization uses one, the language
          model. They act on our instructions, under contract, and only for the purposes above. Ask us for the
          current list.
        </p>
      ),
    },
    {
      id: 'cookies',
      title: 'Cookies and storage in your browser',
      body: (
        <p>
          We use a session cookie to keep you logged in, cookies that carry a login to its end, and one that
          remembers that you were logged in, so that the right page loads first. Your browser also keeps
          settings such as the theme. There are no advertising or tracking cookies.
        </p>
      ),
    },
    {
      id: 'kept',
      title: 'How long we keep data',
      body: (
        <ul>
          <li>Deleted documents can be restored for 30 days; then their files and text are removed.</li>
          <li>Conversations are kept until you delete them or your organization’s retention ends.</li>
          <li>
            Approvals and audit entries are kept for as long as the organization exists, so that decisions can
            be proven.
          </li>
          {claims.deletionPeriod !== '' && (
            <li>On request, account data is deleted within {claims.deletionPeriod} of account closure.</li>
          )}
        </ul>
      ),
    },
    {
      id: 'security',
      title: 'Security',
      body: (
        <p>
          {claims.encryptionAtRest && `Data is encrypted at rest with ${claims.encryptionAtRest}. `}
          {claims.encryptionInTransit && `Traffic is encrypted with ${claims.encryptionInTransit}. `}
          Organizations are kept apart in the database, in search and in answers. More is on the{' '}
          <Link to="/security">Security</Link> page.
        </p>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: (
        <>
          <p>
            Depending on where you live, you can ask for a copy of your data, and for its correction, deletion
            or transfer. You can object to a use, and complain to a data protection authority.
          </p>
          <p>
            If your data is in an organization’s portal, please ask that organization first. We help it to
            answer you.
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      body: (
        <p>
          When we change this policy, we change the date at the top. If a change affects your rights, we let
          admins know before it takes effect.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          Questions about your data? Write to us through <Link to="/contact">Contact Us</Link>.
        </p>
      ),
    },
  ]
}
