import * as z from 'zod/mini'
import { userStates } from './user-states.ts'

export const UserState = z.enum(userStates)
export type UserState = z.output<typeof UserState>
