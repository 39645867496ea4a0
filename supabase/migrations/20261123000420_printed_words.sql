-- The words of a version are those that print, without sections, synopses, notes and omitted text.

-- What prints of a text, without knowing what is around it. `printedPart` in screenplay/model does the same.
create function private.printed_part(written text) returns text
  language sql immutable set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(written, '\[\[(?:(?!\[\[).)*?\]\]', '', 'g'),
        '/\*(?:(?!/\*).)*?\*/', '', 'g'
      ),
      '(^|\n)[ \t]*(?:#|=(?!==))[^\n]*', '\1', 'g'
    ),
    '(^|\n)(?:page setup|final draft|production lock)[ \t]*:[^\n]*(?:\n[ \t]+[^\n]+)*', '\1', 'gi'
  )
$$;

create function private.count_printed_words() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.words := private.count_words(private.printed_part(new.text));
  return new;
end
$$;
-- Most pieces have nothing else.
create trigger count_printed_words before insert on private.script_pieces
  for each row when (new.text ~* '\[\[|/\*|(^|\n)[ \t]*[#=]|(^|\n)(page setup|final draft|production lock)[ \t]*:')
  execute function private.count_printed_words();

update private.script_pieces set words = private.count_words(private.printed_part(text))
  where text ~* '\[\[|/\*|(^|\n)[ \t]*[#=]|(^|\n)(page setup|final draft|production lock)[ \t]*:';

update private.version_texts as texts set words = counted.words
from (
  select listed.version_id, coalesce(sum(stored.words), 0)::integer as words
  from (select version_id, unnest(pieces) as piece from private.version_texts) as listed
  join private.script_pieces as stored on stored.id = listed.piece
  group by listed.version_id
) as counted
where counted.version_id = texts.version_id and texts.words <> counted.words;
