import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import type { OwnerToAsk } from '@portal/contracts/questions'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { RelativeTime } from '@portal/ui/relative-time'
import { Skeleton } from '@portal/ui/skeleton'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useMemberNames } from './use-member-names.ts'

/** What a sent question changes on the screens: its answer says that it was sent. */
const refreshes = [chatApi.listConversations.path]

/** Sends the question of an answer to the owner of a document, if its asker wants (decision 73). */
export function AskOwner({ message: { id, sentAt } }: { readonly message: ChatMessage }) {
  const [isAsking, setAsking] = useState(false)
  const maySend = useCan(chatApi.sendToOwner)
  if (sentAt !== undefined) {
    return (
      <span className="mr-1">
        Sent to the owner <RelativeTime at={sentAt} />
      </span>
    )
  }
  if (!maySend) return null
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        <Send aria-hidden="true" className="size-3.5" />
        Ask the owner
      </Button>
      {isAsking && <AskOwnerDialog messageId={id} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Says who will see the question before it is sent. */
function AskOwnerDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const params = { id: messageId }
  const owner = useRouteQuery(chatApi.readOwnerToAsk, { params })
  const document = owner.data?.document
  const { mutate, isPending } = useReportedMutation(chatApi.sendToOwner, {
    refreshes,
    success: 'Question sent',
    failure: 'Failed to send the question',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title="Ask the owner"
      question="Your question is sent, with your name, to the person responsible for a document."
      confirmLabel="Send question"
      destructive={false}
      isBusy={isPending}
      isBlocked={!document}
      onConfirm={() => document && mutate({ params, body: { documentId: document.id } })}
      onClose={onClose}
    >
      <div className="mt-1 text-13">
        <ReadFailure title="The owner could not be loaded" query={owner} />
        {owner.isPending && <Skeleton className="h-10 w-full" />}
        {document === null && (
          <p>No document that you may read comes near this question, so there is no owner to ask.</p>
        )}
        {document && <Recipient document={document} />}
      </div>
    </ConfirmDialog>
  )
}

type Asked = NonNullable<OwnerToAsk['document']>

function Recipient({ document: { title, ownerId } }: { readonly document: Asked }) {
  const nameOf = useMemberNames()
  return (
    <p className="rounded-control bg-sunken px-3 py-2">
      {ownerId === null ? (
        <>
          Nobody else owns “<bdi>{title}</bdi>”, so the stewards of your organization get it: its admins and
          facilitators.
        </>
      ) : (
        <>
          <bdi>{nameOf(ownerId)}</bdi> gets it as the owner of “<bdi>{title}</bdi>”. The stewards of your
          organization see it as well.
        </>
      )}{' '}
      Reviewers of a new version of this document see it as well.
    </p>
  )
}
