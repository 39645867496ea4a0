import { type RestFixture, untilSeen } from './fixture.ts'

const TABLES = `
  create table public.authors (id integer primary key, name text);
  create table public.books (
    id integer primary key,
    title text,
    author_id integer constraint books_author_fkey references public.authors,
    sequel_of integer constraint books_sequel_fkey references public.books
  );
  create table public.genres (id integer primary key, label text);
  create table public.book_tags (
    book_id integer constraint book_tags_book_fkey references public.books,
    tag_id integer constraint book_tags_tag_fkey references public.genres,
    primary key (book_id, tag_id)
  );
  create table public.reviews (
    id integer primary key,
    book_id integer references public.books,
    reviewer uuid
  );
  create table public.stars (review_id integer references public.reviews, count integer);
  create view public.shelf with (security_invoker = true)
    as select id as shelf_id, title, author_id as writer, upper(title) as loud from public.books;
  create view public.window_display with (security_invoker = true)
    as select shelf_id as shown, writer from (select * from public.shelf) as inner_shelf;
  create view public.top_shelf with (security_invoker = true)
    as select shelf_id as top_id, writer as "the writer" from public.shelf;
  grant select, insert on public.authors, public.books, public.genres, public.book_tags, public.reviews,
    public.stars, public.shelf, public.window_display, public.top_shelf to authenticated;
  alter table public.reviews enable row level security;
  create policy "reviewers read their own reviews" on public.reviews
    for select to authenticated using (reviewer = (select auth.uid()));
  insert into public.authors values (1, 'Ursula'), (2, 'Stanislaw');
  insert into public.books values
    (10, 'Earthsea', 1, null), (11, 'Atuan', 1, 10), (12, 'Shore', 1, 11), (20, 'Solaris', 2, null);
  insert into public.genres values (1, 'sea'), (2, 'stars');
  insert into public.book_tags values (10, 1), (12, 1), (20, 1), (20, 2);
  create function public.all_books() returns setof public.books language sql stable set search_path = ''
    as 'select * from public.books';
  grant execute on function public.all_books() to authenticated;
  notify pgrst, 'reload schema'`

/** Tables and views with every kind of relationship between them; reviews are private. */
export async function makeLibrary(fixture: RestFixture): Promise<void> {
  await fixture.database.pool.query(TABLES)
  await fixture.database.pool.query(
    'insert into public.reviews values (1, 10, $1), (2, 10, $2), (3, 20, $2)',
    [fixture.anna.id, fixture.bert.id],
  )
  await untilSeen(fixture, 'window_display')
}
