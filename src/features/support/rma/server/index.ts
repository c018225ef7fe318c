import fastifyMultipart from '@fastify/multipart'
import { readableCase } from '#features/support/case-access/server/index.ts'
import { caseChanged, caseEventHandlers } from '#features/support/case-notifications/server/index.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import { advanceReturn, fileReturn, readReturn, returnAdvanced } from '../contract.ts'
import { takeReturnStep } from './advance-return.ts'
import { receiveReturn } from './file-return.ts'
import { returnOf } from './return-store.ts'

export { makeDemoReturns } from './demo-returns.ts'

/** Hardware returns (RMA): the form, and the way from the request to the receipt. */
export const rmaFeature: Feature = {
  name: 'rma',
  async serve(portal) {
    const store = fileStoreOf(portal.config)
    await portal.http.register(async (http) => {
      await http.register(fastifyMultipart, { throwFileSizeLimit: false })
      registerStream({ ...portal, http }, fileReturn, (call) => receiveReturn(portal, store, call))
    })
    registerCommand(portal, advanceReturn, takeReturnStep)
    serve(portal, readReturn, async (call) => {
      const { id, key } = await readableCase(portal.db, call.session, call.query.issueKey)
      const caseReturn = await returnOf(portal.db, id, key)
      return respond(caseReturn, { headers: { etag: etagOf(caseReturn.version) } })
    })
  },
  eventHandlers: (portal) => caseEventHandlers(portal, [{ event: returnAdvanced, notifies: caseChanged }]),
}
