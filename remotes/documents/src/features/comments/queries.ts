import { type CommentThread, commentsApi } from '@portal/contracts/comments'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'

/** Names a version of a document. */
export interface CommentedVersion {
  readonly documentId: string
  readonly versionId: string
}

export const paramsOf = ({ documentId: id, versionId }: CommentedVersion) => ({ id, versionId })

/** The threads of a version, for those who may see them (decision 75). */
export function useThreads(version: CommentedVersion, isEnabled: boolean) {
  const mayRead = useCan(commentsApi.listComments)
  const params = paramsOf(version)
  return useRouteQuery(commentsApi.listComments, { params }, { isEnabled: isEnabled && mayRead })
}

/** Whether a thread asks for something: it is not resolved, and not all of it was deleted. */
export function isOpenThread({ resolvedAt, comments }: CommentThread): boolean {
  return resolvedAt === null && comments.some(({ deletedAt }) => deletedAt === null)
}

const refreshed = ({ documentId, versionId }: CommentedVersion) => ({
  refreshes: [`/api/documents/${documentId}/versions/${versionId}/comments`],
})

export function useAddComment(version: CommentedVersion, onDone: (thread: CommentThread) => void) {
  const failure = 'Failed to add the comment'
  return useReportedMutation(commentsApi.addComment, { ...refreshed(version), failure, onDone })
}

export function useReply(version: CommentedVersion, onDone: () => void) {
  const failure = 'Failed to add the reply'
  return useReportedMutation(commentsApi.replyToComment, { ...refreshed(version), failure, onDone })
}

export function useEditComment(version: CommentedVersion, onDone: () => void) {
  const failure = 'Failed to change the comment'
  return useReportedMutation(commentsApi.editComment, { ...refreshed(version), failure, onDone })
}

/** What deleting a comment refreshes and says. */
export function deletionOf(version: CommentedVersion) {
  return { ...refreshed(version), failure: 'Failed to delete the comment' }
}

/** Resolves a thread, or opens it again. */
export function useResolving(version: CommentedVersion) {
  const options = { ...refreshed(version), failure: 'Failed to change the thread' }
  const resolving = useReportedMutation(commentsApi.resolveComment, options)
  const reopening = useReportedMutation(commentsApi.reopenComment, options)
  const call = (commentId: string) => ({ params: { ...paramsOf(version), commentId } })
  return {
    isBusy: resolving.isPending || reopening.isPending,
    resolve: (threadId: string) => resolving.mutate(call(threadId)),
    reopen: (threadId: string) => reopening.mutate(call(threadId)),
  }
}
