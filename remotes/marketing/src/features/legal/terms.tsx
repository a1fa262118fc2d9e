import { Link } from '@portal/remote-kit/link'
import type { LegalSection } from './legal-page.tsx'

export const termsInShort = [
  'Your documents remain yours. We use them to run the portal for you and for nothing else.',
  'Answers quote your approved documents. They are not legal advice.',
  'Each organization decides who its members are and what they may read.',
  'You can end your use at any time and ask for your account data to be deleted.',
]

/** The sections of the Terms of Service; claims in figures are the operator's. */
export function termsSections(uptime: string): LegalSection[] {
  return [
    {
      id: 'agreement',
      title: 'The agreement',
      body: (
        <>
          <p>
            These terms apply between the provider of this portal (“we”) and the organization that uses it
            (“you”), and to the people who use it as the organization’s members. By creating an organization,
            joining one or using the portal you agree to them. If you agree on behalf of an organization, you
            confirm that you may do so.
          </p>
          <p>A separate written contract between us and your organization takes precedence.</p>
        </>
      ),
    },
    {
      id: 'service',
      title: 'What the portal does',
      body: (
        <>
          <p>
            The portal keeps policies, procedures and other compliance documents, takes their versions through
            approval, and answers questions with citations from the text of approved versions, in force now or
            on the day asked about. It records who did what in an audit trail.
          </p>
          <p>
            Some functions depend on what your organization has set, such as departments, roles, approval
            rules and whether a language model is used. What is marked Coming Soon on the public pages is not
            part of the service.
          </p>
        </>
      ),
    },
    {
      id: 'accounts',
      title: 'Accounts and members',
      body: (
        <>
          <p>
            An account belongs to one person. Keep your password to yourself, and let your organization know
            at once if you suspect that somebody else uses your account.
          </p>
          <p>
            Your organization’s admins and facilitators invite and remove members and assign roles and
            departments. They are responsible for these decisions, and for having the right to give us their
            members’ names and e-mail addresses.
          </p>
        </>
      ),
    },
    {
      id: 'content',
      title: 'Your content',
      body: (
        <>
          <p>
            You keep all rights in what you upload and write. You give us permission to store, process, index
            and show it to the people whom your settings admit, for as long as needed to provide the service.
          </p>
          <p>
            You are responsible for having the right to upload it. Do not upload what is unlawful, what
            infringes the rights of others, or files that are made to cause damage.
          </p>
        </>
      ),
    },
    {
      id: 'answers',
      title: 'Answers of the assistant',
      body: (
        <>
          <p>
            Answers are made from passages of your own approved documents and cite them. If the documents do
            not answer a question, the assistant says so; it can still be wrong about what a passage means, or
            miss one. Read the cited passage before you act on an answer that matters.
          </p>
          <p>
            The assistant does not give legal, medical or financial advice and does not decide for you. Your
            organization’s documents, not the answers, state its rules.
          </p>
        </>
      ),
    },
    {
      id: 'acceptable-use',
      title: 'Acceptable use',
      body: (
        <ul>
          <li>Do not try to reach data of another organization or to get round access rules.</li>
          <li>Do not disturb the service, for instance by flooding it with requests.</li>
          <li>Do not share access tokens, join links or invitations with people they are not meant for.</li>
          <li>
            Tests of security are welcome if you ask us first; report what you find through{' '}
            <Link to="/contact">Contact Us</Link>.
          </li>
        </ul>
      ),
    },
    {
      id: 'availability',
      title: 'Availability and changes',
      body: (
        <>
          <p>
            {uptime === ''
              ? 'We work to keep the portal available; if a part of it fails, the rest keeps working.'
              : `Our service level is an uptime of ${uptime}. If a part of the portal fails, the rest keeps working.`}{' '}
            Limits on the size of files, on storage and on the number of requests protect everybody’s use; the
            portal says so when one is reached.
          </p>
          <p>
            We improve the portal continuously. If we remove a function that you depend on, we let your
            organization’s admins know beforehand.
          </p>
        </>
      ),
    },
    {
      id: 'ending',
      title: 'Ending the agreement',
      body: (
        <>
          <p>
            Members can ask their organization to remove them, and an organization can stop using the portal
            at any time. Before that, its documents and evidence packs can be downloaded.
          </p>
          <p>
            We may suspend an account or an organization that breaks these terms seriously, and say why. When
            an organization is deleted, its documents, conversations and members’ assignments are removed as
            the <Link to="/privacy">Privacy Policy</Link> describes.
          </p>
        </>
      ),
    },
    {
      id: 'liability',
      title: 'Liability',
      body: (
        <p>
          We are liable without limit where the law requires it, in particular for intent, gross negligence
          and injury to people. Otherwise our liability is limited to damage that is typical and foreseeable
          for a service of this kind. Nothing in these terms limits rights that you have as a consumer.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      body: (
        <p>
          When we change these terms, we change the date at the top. If a change is to your disadvantage, we
          let admins know at least 30 days before it takes effect, and you may end the agreement until then.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          Questions about these terms? Write to us through <Link to="/contact">Contact Us</Link>.
        </p>
      ),
    },
  ]
}
