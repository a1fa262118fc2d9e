import { engineUrl } from '@portal/testkit/engines'
import { describeAuditTrail } from './audit-trail.ts'
import { describeInvitationJourney } from './invitation-journey.ts'
import { describeJoiningJourney } from './joining-journey.ts'
import { describeKeyboardJourney } from './keyboard-journey.ts'
import { describeMainJourney } from './main-journey.ts'
import { describeNotificationsJourney } from './notifications-journey.ts'
import { describeOperatorJourney } from './operator-journey.ts'
import { describeOwnSessions } from './own-sessions.ts'
import { describePeopleJourney } from './people-journey.ts'
import { describePolicyJourney } from './policy-journey.ts'
import { describeSingleSignOn } from './single-sign-on.ts'
import { startOnRealEngines } from './start-on-real-engines.fixture.ts'

const portal = startOnRealEngines()

describeSingleSignOn(portal)
describeOwnSessions(portal)
describeAuditTrail('a process each, on real engines', portal, () => engineUrl('s3'))
describeNotificationsJourney('a process each, on real engines', portal)
describePeopleJourney('a process each, on real engines', portal)
describeJoiningJourney('a process each, on real engines', portal)
describeMainJourney('a process each, on real engines', portal)
describeKeyboardJourney('a process each, on real engines', portal)
describeOperatorJourney('a process each, on real engines', portal)
describeInvitationJourney('a process each, on real engines', portal)
// Last, since others count what there is in the demo's organization.
describePolicyJourney('a process each, on real engines', portal)
