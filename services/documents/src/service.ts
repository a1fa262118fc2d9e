import { documentsApi, documentsEvents, uploadBytesMax } from '@portal/contracts/documents'
import { IngestionState } from '@portal/contracts/ingestion'
import { defineService } from '@portal/service-kit/define-service'
import { forEveryOne } from '@portal/service-kit/for-every-one'
import { audienceOf } from './access/audience.ts'
import {
  acknowledge,
  listOwnAcknowledgements,
  listPendingAcknowledgements,
} from './acknowledgements/acknowledge.ts'
import { exportCampaign, listCampaignPeople } from './acknowledgements/campaign-people.ts'
import { closeCampaign, remindPeople } from './acknowledgements/change-campaign.ts'
import { countCampaign, republishCampaigns } from './acknowledgements/count-campaign.ts'
import { followChanges, updateAsked } from './acknowledgements/follow-changes.ts'
import { listCampaigns } from './acknowledgements/list-campaigns.ts'
import { sendReminders, startCampaignReminders } from './acknowledgements/send-reminders.ts'
import { startCampaign } from './acknowledgements/start-campaign.ts'
import {
  changeApprovalRule,
  createApprovalRule,
  deleteApprovalRule,
  listApprovalRules,
} from './approval-rules/approval-rules.ts'
import { beginAbsence, endAbsence, readAbsence } from './approvals/absence.ts'
import { chaseApproval, startChasing } from './approvals/chase-approvals.ts'
import { decideApproval, delegateApproval, requestChanges } from './approvals/decide.ts'
import { listApprovals, listPendingApprovals } from './approvals/list-approvals.ts'
import { handOverWork, reassignApprovals } from './approvals/reassign-approvals.ts'
import { reassignRestored } from './approvals/reassign-restored.ts'
import { archiveDocuments } from './archive/archive-documents.ts'
import { addComment, replyToComment } from './comments/add-comment.ts'
import { deleteComment, editComment } from './comments/change-comment.ts'
import { listComments } from './comments/list-comments.ts'
import { reopenComment, resolveComment } from './comments/resolve-comment.ts'
import { listContradictions } from './contradictions/list-contradictions.ts'
import { followDepartments } from './departments/follow-departments.ts'
import { compareVersions } from './difference/compare-versions.ts'
import { exportDifference } from './difference/export-difference.ts'
import { changeDocument } from './documents/change-document.ts'
import { deleteDocument, listDocuments, readDocument } from './documents/documents.ts'
import { purgeDeleted, sweepDeletedDocuments } from './documents/purge-deleted.ts'
import { republishDocuments } from './documents/republish-documents.ts'
import { listDeletedDocuments, restoreDocument } from './documents/restore-document.ts'
import { findSameContent } from './documents/same-content.ts'
import { uploadDocument } from './documents/upload-document.ts'
import { readOwnData } from './erasure/own-data.ts'
import { personalData } from './erasure/personal-data.ts'
import { createEvidencePack } from './evidence/create-evidence-pack.ts'
import { downloadEvidencePack } from './evidence/download-evidence-pack.ts'
import { encodeOtherVersions } from './ingestion/encode-other-versions.ts'
import { indexDocument } from './ingestion/index-document.ts'
import { readIngestionHealth } from './ingestion/ingestion-health.ts'
import { listIngestionProblems, readAgain } from './ingestion/ingestion-problems.ts'
import { readVersion } from './ingestion/read-version.ts'
import { refillIndex } from './ingestion/reindex.ts'
import { activateScheduled, startScheduler } from './lifecycle/activate-scheduled.ts'
import { followMembers } from './members/follow-members.ts'
import { followPeople } from './members/follow-people.ts'
import type { DocumentsPorts } from './ports.ts'
import { proposeFacts } from './proposals/propose-facts.ts'
import { compareSpans, verifySpans } from './retrieval/check-spans.ts'
import { encodeQuestions } from './retrieval/encode-questions.ts'
import { findAlteredSpans } from './retrieval/find-altered-spans.ts'
import { groupQuestions } from './retrieval/group-questions.ts'
import { retrievePassages } from './retrieval/retrieve-passages.ts'
import { recertifyDocument } from './reviews/recertify-document.ts'
import { remindOfReview, startReminders } from './reviews/remind-of-reviews.ts'
import { addSamplePolicies, readSamplePolicies, removeSamplePolicies } from './samples/sample-policies.ts'
import { platformTables } from './schema.ts'
import { searchPassages } from './search/search-passages.ts'
import { followSettings } from './settings/follow-settings.ts'
import { readSynonyms, replaceSynonyms } from './synonyms/synonyms.ts'
import { removeOrphans, sweepFiles } from './upload/sweep-files.ts'
import { readVersionFile } from './version-files/read-version-file.ts'
import { activate } from './versions/activate.ts'
import { createVersion } from './versions/create-version.ts'
import { listVersions } from './versions/list-versions.ts'
import { readVersionFacts } from './versions/read-version-facts.ts'
import { readVersionText } from './versions/read-version-text.ts'
import { submit } from './versions/submit.ts'
import { withdraw } from './versions/withdraw.ts'

export const service = defineService<typeof documentsApi, DocumentsPorts, 'documents'>({
  name: 'documents',
  api: documentsApi,
  verbs: {
    readOwnData,
    listDocuments,
    readDocument,
    listDeletedDocuments,
    archiveDocuments,
    findSameContent,
    proposeFacts,
    changeDocument,
    restoreDocument,
    recertifyDocument,
    uploadDocument,
    readSamplePolicies,
    addSamplePolicies,
    removeSamplePolicies,
    deleteDocument,
    listVersions,
    createVersion,
    submitVersion: submit,
    withdrawVersion: withdraw,
    activateVersion: activate,
    readVersionText,
    readVersionFacts,
    readVersionFile,
    searchPassages,
    listContradictions,
    readSynonyms,
    replaceSynonyms,
    compareVersions,
    exportDifference,
    listApprovals,
    listPendingApprovals,
    decideApproval,
    requestChanges,
    delegateApproval,
    listComments,
    addComment,
    replyToComment,
    editComment,
    deleteComment,
    resolveComment,
    reopenComment,
    readAbsence,
    beginAbsence,
    endAbsence,
    listIngestionProblems,
    readIngestionHealth,
    readAgain,
    listApprovalRules,
    createApprovalRule,
    changeApprovalRule,
    deleteApprovalRule,
    createEvidencePack,
    downloadEvidencePack,
    listPendingAcknowledgements,
    listOwnAcknowledgements,
    acknowledge,
    listCampaigns,
    startCampaign,
    listCampaignPeople,
    exportCampaign,
    remindPeople,
    closeCampaign,
    retrievePassages,
    compareSpans,
    verifySpans,
    findAlteredSpans,
    groupQuestions,
    encodeQuestions,
  },
  consumers: [
    ...followDepartments,
    ...followMembers,
    ...followPeople,
    // After the projections that the next ones read.
    ...followChanges,
    reassignApprovals,
    reassignRestored,
    followSettings,
  ],
  jobs: [
    readVersion,
    indexDocument,
    encodeOtherVersions,
    activateScheduled,
    remindOfReview,
    chaseApproval,
    handOverWork,
    sendReminders,
    updateAsked,
    countCampaign,
    removeOrphans,
    purgeDeleted,
  ],
  personal: personalData,
  republish: [republishDocuments, republishCampaigns],
  audienceOf,
  measures: [
    {
      event: documentsEvents.ingestionChanged,
      ...{ name: 'portal_ingestions_total', help: 'Changes of ingestion, by state.', by: 'state' },
      values: IngestionState.options,
    },
  ],
  migrations: { folder: new URL('../drizzle/', import.meta.url), platformTables },
  start: refillIndex,
  background: (scope) => {
    const running = [startScheduler, startReminders, startChasing, startCampaignReminders].map((start) =>
      start(scope),
    )
    return { stop: async () => void (await Promise.all(running.map((each) => each.stop()))) }
  },
  housekeeping: (scope) => forEveryOne([sweepDeletedDocuments, sweepFiles], (task) => task(scope)),
  uploadBytesMax,
})
