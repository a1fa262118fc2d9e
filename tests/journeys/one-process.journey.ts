import { describeAuditTrail } from './audit-trail.ts'
import { describeInvitationJourney } from './invitation-journey.ts'
import { describeJoiningJourney } from './joining-journey.ts'
import { startForThisFile } from './journey-portal.ts'
import { describeKeyboardJourney } from './keyboard-journey.ts'
import { describeMainJourney } from './main-journey.ts'
import { describeNotificationsJourney } from './notifications-journey.ts'
import { describeOperatorJourney } from './operator-journey.ts'
import { describeOwnSessions } from './own-sessions.ts'
import { describePageFrameJourney } from './page-frame-journey.ts'
import { describePeopleJourney } from './people-journey.ts'
import { describePolicyJourney } from './policy-journey.ts'
import { describePublicPages } from './public-pages.ts'
import { describeRemoteFailures } from './remote-failures.ts'
import { describeRemoteReplacement } from './remote-replacement.ts'
import { describeSingleSignOn } from './single-sign-on.ts'

const portal = startForThisFile('start')

describePublicPages(portal)
describeRemoteReplacement(portal)
describeRemoteFailures(portal)
describeSingleSignOn(portal)
describeOwnSessions(portal)
describeAuditTrail('one process', portal)
describeNotificationsJourney('one process', portal)
describePageFrameJourney('one process', portal)
describePeopleJourney('one process', portal)
describeJoiningJourney('one process', portal)
describeMainJourney('one process', portal)
describeKeyboardJourney('one process', portal)
describeOperatorJourney('one process', portal)
describeInvitationJourney('one process', portal)
// Last, since others count what there is in the demo's organization.
describePolicyJourney('one process', portal)
