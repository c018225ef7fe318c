import type { DataOf, DataShape } from '#kit/contract/event.ts'
import type { DataInput } from '../events/event.ts'

/** A message to an outside system, sent once the transaction that wrote it has been committed. */
export type OutboxMessage = {
  readonly id: number
  /** Messages of one subject are delivered one after the other, in the order in which they were enqueued. */
  readonly subject: string
  /** The connection that it goes through, where there is more than one of the queue. */
  readonly connection: string | null
  readonly operation: string
  /** `readMessage` reads it. */
  readonly content: Readonly<Record<string, unknown>>
  /** 1 at the first attempt; from 2 on the other side may have carried it out already. */
  readonly attempt: number
  readonly postedAt: Date
}

/** A kind of message to an outside system: what is done there, and the members of its content. */
export type MessageType<Operation extends string = string, Shape extends DataShape = DataShape> = {
  readonly operation: Operation
  readonly content: Shape
}

/** Declares the messages of a queue or of a port: for each operation the members of its content. */
export function defineMessages<const Shapes extends Readonly<Record<string, DataShape>>>(
  shapes: Shapes,
): { readonly [Operation in keyof Shapes & string]: MessageType<Operation, Shapes[Operation]> } {
  const types = Object.entries(shapes).map(([operation, content]) => [operation, { operation, content }])
  return Object.fromEntries(types) as ReturnType<typeof defineMessages<Shapes>>
}

/** A message of one of these types: of several, its operation says which. */
export type MessageOf<Type extends MessageType> =
  Type extends MessageType<infer Operation, infer Shape>
    ? Omit<OutboxMessage, 'operation' | 'content'> & {
        readonly operation: Operation
        readonly content: Readonly<DataOf<Shape>> & ReplayMark
      }
    : never

/** It was sent before, and is sent again by an operator. */
type ReplayMark = { readonly replayed?: true }

/** A message of a queue or port with these messages. */
export function readMessage<Types extends Readonly<Record<string, MessageType>>>(
  message: OutboxMessage,
  // Only these are enqueued for it.
  _types: Types,
): MessageOf<Types[keyof Types]> {
  return message as OutboxMessage & MessageOf<Types[keyof Types]>
}

/** One message among several of different types. */
export type MessageToSend = { readonly type: MessageType; readonly content: Readonly<Record<string, unknown>> }

/** A message among several, whose content has the shape of its type. */
export function messageToSend<Shape extends DataShape>(
  type: MessageType<string, Shape>,
  content: DataInput<Shape>,
): MessageToSend {
  return { type, content }
}
