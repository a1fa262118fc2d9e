import { type Comment, type Commenter, commentsApi } from '@portal/contracts/comments'
import { ConfirmAct } from '@portal/remote-kit/confirm-act'
import { useSession } from '@portal/remote-kit/session'
import { Avatar } from '@portal/ui/avatar'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { RelativeTime } from '@portal/ui/relative-time'
import { useState } from 'react'
import { useAvatarOf, useNameOf } from '../versions/queries.ts'
import { CommentForm } from './comment-form.tsx'
import { type CommentedVersion, deletionOf, paramsOf, useEditComment } from './queries.ts'

const words: Readonly<Record<Commenter, string>> = {
  author: 'Author',
  owner: 'Owner',
  approver: 'Approver',
  steward: 'Steward',
}

export interface CommentItemProps {
  readonly version: CommentedVersion
  readonly comment: Comment
  /** Where a correction outlives the closed comments, by comment. */
  readonly edits: Map<string, string>
}

/** A comment with who wrote it and when; one's own can be changed and deleted. */
export function CommentItem({ version, comment, edits }: CommentItemProps) {
  const { person } = useSession()
  const nameOf = useNameOf()
  const avatarOf = useAvatarOf()
  const [state, setState] = useState<'shown' | 'edited' | 'deleted'>(() =>
    edits.has(comment.id) ? 'edited' : 'shown',
  )
  const isOwn = comment.authorId === person?.id
  const isDeleted = comment.deletedAt !== null
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-tertiary">
        <Avatar person={avatarOf(comment.authorId)} />
        <bdi className="font-medium text-13 text-primary">{isOwn ? 'You' : nameOf(comment.authorId)}</bdi>
        {comment.as && <Badge tone="outline">{words[comment.as]}</Badge>}
        <RelativeTime at={comment.createdAt} />
        {comment.editedAt !== null && !isDeleted && <span>edited</span>}
      </p>
      {state === 'edited' ? (
        <EditForm {...{ version, comment, edits }} onDone={() => setState('shown')} />
      ) : isDeleted ? (
        <p className="text-13 text-tertiary">This comment was deleted.</p>
      ) : (
        <p dir="auto" className="whitespace-pre-line break-words text-13">
          {comment.text}
        </p>
      )}
      {isOwn && !isDeleted && state !== 'edited' && (
        <div className="-ml-2 flex gap-1">
          <Button variant="ghost" size="sm" onClick={() => setState('edited')}>
            Edit
          </Button>
          <Button variant="ghost" size="sm" onClick={() => setState('deleted')}>
            Delete
          </Button>
        </div>
      )}
      {state === 'deleted' && (
        <ConfirmAct
          route={commentsApi.deleteComment}
          input={{ params: { ...paramsOf(version), commentId: comment.id } }}
          {...deletionOf(version)}
          title="Delete comment"
          question="Are you sure you want to delete this comment? Others will see that there was one."
          confirmLabel="Delete comment"
          onClose={() => setState('shown')}
        />
      )}
    </div>
  )
}

function EditForm(props: CommentItemProps & { readonly onDone: () => void }) {
  const { version, comment, edits, onDone } = props
  const [text, setText] = useState(edits.get(comment.id) ?? comment.text)
  const change = (typed: string) => {
    setText(typed)
    if (typed === comment.text) edits.delete(comment.id)
    else edits.set(comment.id, typed)
  }
  const close = () => {
    edits.delete(comment.id)
    onDone()
  }
  const { mutate, isPending } = useEditComment(version, close)
  return (
    <CommentForm
      label="Your comment"
      submitLabel="Save"
      value={text}
      onChange={change}
      isBusy={isPending}
      onSubmit={() => mutate({ params: { ...paramsOf(version), commentId: comment.id }, body: { text } })}
      onCancel={close}
    />
  )
}
