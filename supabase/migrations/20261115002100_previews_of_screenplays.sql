-- What the preview of a script is read from: the beginning of what it tells. Lines and marks stay, since
-- only they say what is a heading or a speech; left out is what no reader sees and what may be long: tags,
-- entities, notes, what is crossed out, and a title page with something behind it. One character more than
-- is read, so that the reader knows whether there is more.
create or replace function private.preview_of(content jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select coalesce(left(private.trimmed(spaced.text), 201), '')
  from
    (select regexp_replace(left(private.text_of(content), 4000), '\r\n?', E'\n', 'g') as text) as lines,
    lateral (
      select regexp_replace(
        regexp_replace(lines.text, '(?<!\\)/\*.*?\*/', '', 'g'),
        '(?<!\\)\[\[(?:(?!\n[ \t]?\n).)*?\]\]', '', 'g'
      ) as text
    ) as told,
    lateral (
      select regexp_replace(
        regexp_replace(told.text, '</?[a-zA-Z][^<>]*>|<[!?][^<>]*>', ' ', 'g'),
        '&(#[0-9]+|#x[0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);', ' ', 'g'
      ) as text
    ) as plain,
    lateral (
      select regexp_replace(
        plain.text,
        '^\s*(title|credit|authors?|source|draft date|date|contact|copyright|notes|revision):[^\n]*'
          || '(\n([ \t]+\S|[^\s:][^\n:]*:)[^\n]*)*\n[ \t]*\n(?=\s*\S)',
        '', 'i'
      ) as text
    ) as body,
    lateral (
      select regexp_replace(
        regexp_replace(
          regexp_replace(body.text, '[ \t\v\f\u00a0]*\n', E'\n', 'g'),
          '\n{3,}', E'\n\n', 'g'
        ),
        '[ \t\v\f\u00a0]+', ' ', 'g'
      ) as text
    ) as spaced
$$;

-- Made anew for every script there is.
alter table public.scripts drop column preview;
alter table public.scripts
  add column preview text not null generated always as (private.preview_of(content)) stored;
