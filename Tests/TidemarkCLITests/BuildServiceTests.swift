import Pipeline
import Testing

/// What build services say of their jobs.
@Suite struct BuildServiceTests {
  private static let services: [(variables: [String: String], expected: [String?])] = [
    (
      [
        "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_REPOSITORY": "o/r", "GITHUB_SHA": "abc", "GITHUB_HEAD_REF": "fix",
        "GITHUB_REF_NAME": "5/merge", "GITHUB_RUN_ID": "7",
      ], ["abc", "fix", "https://github.com/o/r/actions/runs/7"]
    ),
    (
      [
        "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://git.example",
        "GITHUB_REPOSITORY": "o/r", "GITHUB_HEAD_REF": "", "GITHUB_REF_NAME": "main",
      ], [nil, "main", nil]
    ),
    (
      [
        "GITLAB_CI": "true", "CI_COMMIT_SHA": "abc", "CI_COMMIT_REF_NAME": "main",
        "CI_PROJECT_URL": "https://git.example/g/p",
        "CI_JOB_URL": "https://git.example/g/p/-/jobs/1",
      ], ["abc", "main", "https://git.example/g/p/-/jobs/1"]
    ),
    (
      [
        "JENKINS_URL": "https://j/", "GIT_COMMIT": "abc", "GIT_BRANCH": "origin/main",
        "BUILD_URL": "https://j/job/x/1/",
      ], ["abc", "main", "https://j/job/x/1/"]
    ),
    (
      [
        "TF_BUILD": "True", "BUILD_SOURCEVERSION": "abc", "BUILD_SOURCEBRANCH": "refs/heads/a/b",
        "SYSTEM_COLLECTIONURI": "https://dev.azure.com/o/", "SYSTEM_TEAMPROJECT": "p",
        "BUILD_BUILDID": "9",
      ], ["abc", "a/b", "https://dev.azure.com/o/p/_build/results?buildId=9"]
    ),
    (
      [
        "BITBUCKET_BUILD_NUMBER": "3", "BITBUCKET_COMMIT": "abc", "BITBUCKET_BRANCH": "main",
        "BITBUCKET_GIT_HTTP_ORIGIN": "https://bitbucket.org/o/r",
      ], ["abc", "main", "https://bitbucket.org/o/r/pipelines/results/3"]
    ),
    (
      [
        "CIRCLECI": "true", "CIRCLE_SHA1": "abc", "CIRCLE_BRANCH": "main",
        "CIRCLE_BUILD_URL": "https://c/1",
      ],
      ["abc", "main", "https://c/1"]
    ),
  ]

  @Test(arguments: services.indices) func commitBranchAndAddressAreKnown(index: Int) throws {
    let (variables, expected) = Self.services[index]
    let service = try #require(BuildService(variables))
    #expect([service.commit, service.branch, service.url] == expected)
  }

  @Test func aServerOfItsOwnNameIsLinkedByItsService() throws {
    #expect(BuildService(Self.services[1].variables)?.links != nil)
    #expect(BuildService(Self.services[2].variables)?.links != nil)
    #expect(BuildService(Self.services[3].variables)?.links == nil)
  }

  @Test(arguments: [
    ("https://git.example/team/core", "core"), ("git@git.example:team/core.git", "core"),
    ("https://git.example/team/core.git/", "core"), ("core", "core"), (".git", ".git"),
  ])
  func theRepositoryHasAName(address: String, name: String) {
    let variables = ["JENKINS_URL": "https://j/", "GIT_URL": address]
    #expect(BuildService(variables)?.repositoryName == name)
  }

  @Test(arguments: [[:], ["GITHUB_SHA": "abc"], ["GITHUB_ACTIONS": ""], ["CI": "true"]])
  func otherEnvironmentsAreNoService(variables: [String: String]) {
    #expect(BuildService(variables) == nil)
  }
}
