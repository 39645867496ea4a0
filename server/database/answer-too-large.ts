/** The database sent more than fits into a response; its connection is closed to stop it. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'

  constructor() {
    super('the database sent more than a response may contain')
  }
}
