import type { Command, Option } from 'commander';
import { neighbourIndexes, planners, steeringModels } from 'wend';
import { registerBuiltIn } from 'wend/scenario';
import { builtInNames, steerbenchNames } from './built-in.ts';
import { ExitCode } from './failure.ts';
import { keysAt } from './keys.ts';
import { withoutFolder } from './scenario-files.ts';

/** What a shell needs to know about one command. */
type CommandWords = {
  name: string;
  sentence: string;
  /** Words that may stand instead of a file. */
  first: string[];
  options: { flag: string; sentence: string; values: string[]; takesValue: boolean }[];
};

/** The longest paths of keys that are completed; journeys of agents in scripts have longer ones. */
const DEEPEST = 3;

/** Prints the script of a shell, made from the commands themselves. */
export function completion(shell: 'bash' | 'zsh' | 'fish', program: Command): number {
  const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
  process.stdout.write(scripts[shell](wordsOf(program)));
  return ExitCode.done;
}

function wordsOf(program: Command): CommandWords[] {
  registerBuiltIn();
  const scenarios = [...builtInNames(), ...steerbenchNames()];
  const paths = [...new Set(keysAt('', true).map(({ path }) => path))].filter(
    (path) => path.split('.').length <= DEEPEST,
  );
  const names: Record<string, string[]> = {
    '--steering': steeringModels().map(({ name }) => name),
    '--neighbours': neighbourIndexes.definitions.map(({ name }) => name),
    '--planner': planners.definitions.map(({ name }) => name),
    '--set': paths.map((path) => `${path}=`),
  };
  const valuesOf = ({ argChoices, long }: Option) => argChoices ?? names[long ?? ''] ?? [];
  return program.commands.map((command) => {
    const [first] = command.registeredArguments;
    const named: Record<string, string[]> = {
      scenario: scenarios,
      files: [],
      cases: [...scenarios, ...steerbenchNames().map(withoutFolder)],
      // The first item of a list may be left out.
      path: [...new Set([...paths, ...paths.map((path) => path.replaceAll('[0]', ''))])],
    };
    return {
      name: command.name(),
      sentence: command.description(),
      first: first?.argChoices ?? named[first?.name() ?? ''] ?? [],
      options: command.options.map((option) => ({
        flag: option.long ?? option.flags,
        sentence: option.description,
        values: valuesOf(option),
        takesValue: option.required || option.optional,
      })),
    };
  });
}

/** A word in single quotes, for any shell. */
const quoted = (text: string) => `'${text.replaceAll("'", '’')}'`;

function bashScript(commands: readonly CommandWords[]): string {
  const cases = commands.map(({ first, name, options }) => {
    const values = options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, values: words }) => `      ${flag}) words=${quoted(words.join(' '))} ;;`);
    return [
      `    ${name})`,
      '      case "$previous" in',
      ...values.map((line) => `  ${line}`),
      `        *) words=${quoted([...first, ...options.map(({ flag }) => flag)].join(' '))} ;;`,
      '      esac ;;',
    ].join('\n');
  });
  return `# Completion of wend for bash: source <(wend completion bash)
_wend() {
  local word previous words
  COMPREPLY=()
  # Paths of keys end with "=", at which bash would cut a word.
  _get_comp_words_by_ref -n = -c word -p previous 2>/dev/null || {
    word="\${COMP_WORDS[COMP_CWORD]}"; previous="\${COMP_WORDS[COMP_CWORD-1]}"; }
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quoted(commands.map(({ name }) => name).join(' '))}
  else
    case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  case "\${COMPREPLY[0]}" in *=) compopt -o nospace ;; esac
}
complete -o default -F _wend wend
`;
}

function zshScript(commands: readonly CommandWords[]): string {
  const cases = commands.map(({ first, name, options }) => {
    const specs = options.map(({ flag, sentence, takesValue, values }) => {
      const value = takesValue ? `:value:${values.length > 0 ? `(${values.join(' ')})` : '_files'}` : '';
      return `        ${quoted(`*${flag}[${sentence.replaceAll(/[[\]:]/g, ' ')}]${value}`)}`;
    });
    const words = `{_alternative "words:word:(${first.join(' ')})" "files:file:_files"}`;
    const argument = `        '*:argument:${first.length > 0 ? words : '_files'}' ;;`;
    return [`    ${name}) _arguments \\`, ...specs.map((spec) => `${spec} \\`), argument].join('\n');
  });
  const list = commands.map(
    ({ name, sentence }) => `    ${quoted(`${name}:${sentence.replaceAll(':', ' ')}`)}`,
  );
  return `#compdef wend
# Completion of wend for zsh: source <(wend completion zsh)
_wend() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
  else
    case "$words[2]" in
${cases.join('\n')}
    esac
  fi
}
compdef _wend wend
`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ first, name, options, sentence }) => [
    `complete -c wend -n __fish_use_subcommand -a ${name} -d ${quoted(sentence)}`,
    ...(first.length > 0
      ? [`complete -c wend -n '__fish_seen_subcommand_from ${name}' -a ${quoted(first.join(' '))}`]
      : []),
    ...options.map(
      ({ flag, sentence: what, takesValue, values }) =>
        `complete -c wend -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)} -d ${quoted(what)}${
          takesValue ? ' -r' : ''
        }${values.length > 0 ? ` -a ${quoted(values.join(' '))}` : ''}`,
    ),
  ]);
  return `# Completion of wend for fish: wend completion fish | source
${lines.join('\n')}
`;
}
