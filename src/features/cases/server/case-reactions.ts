import type { RecordedEvent } from '#kit/server/events/event.ts'
import type { Reaction } from '#kit/server/events/pump.ts'
import type { Portal } from '#kit/server/portal.ts'
import { tellLists, tellPeople } from './case-live.ts'
import { mailPeople } from './case-mail.ts'
import { isFiling, newsOf, toldOf } from './case-news.ts'

const changes = [
  'case.created',
  'case.internal-created',
  'case.edited',
  'case.internal-edited',
  'case.moved',
  'case.internal-moved',
  'case.deleted',
  'case.watched',
  'case.unwatched',
  'case.commented',
  'case.comment-edited',
  'case.comment-deleted',
  'case.internally-commented',
  'case.internal-comment-edited',
  'case.internal-comment-deleted',
  'case.attachment-added',
  'case.attachment-deleted',
  'case.attachment-quarantined',
]
const said = ['case.commented', 'case.internally-commented', 'case.moved', 'case.internal-moved']

/** What hangs from the events of cases: live messages for all who may see the case, word and mail to those concerned. */
export function caseReactions(portal: Portal): Reaction[] {
  return changes.map((event) => ({
    event,
    name: 'case-news',
    async run(recorded, tx) {
      // What was imported happened long ago: nobody is told any more.
      const news = recorded.data.imported ? undefined : await newsOf(recorded, tx)
      if (!news) return
      await tellLists(portal, recorded, news, tx)
      if (!concernsPeople(recorded)) return
      const told = await toldOf(recorded, news, tx)
      await tellPeople(portal, recorded, news, told, tx)
      await mailPeople(portal, recorded, news, told, tx)
    },
  }))
}

function concernsPeople(event: RecordedEvent): boolean {
  return isFiling(event) || said.includes(event.name)
}
